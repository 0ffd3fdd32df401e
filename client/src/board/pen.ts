/** Writes SVG path data in the local coordinates of something that is moved and turned. */

export class Pen {
  readonly #cos: number;
  readonly #sin: number;
  #data = "";

  readonly #x: number;
  readonly #y: number;

  constructor(x: number, y: number, degrees = 0) {
    this.#x = x;
    this.#y = y;
    const angle = (degrees * Math.PI) / 180;
    this.#cos = Math.cos(angle);
    this.#sin = Math.sin(angle);
  }

  move(x: number, y: number): this {
    return this.#write("M", x, y);
  }

  line(x: number, y: number): this {
    return this.#write("L", x, y);
  }

  curve(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    return this.#write("C", x1, y1, x2, y2, x, y);
  }

  /** A part of a circle, clockwise. */
  arc(radius: number, x: number, y: number): this {
    this.#data += `A${short(radius)} ${short(radius)} 0 0 1 ${this.#point(x, y)}`;
    return this;
  }

  close(): this {
    this.#data += "Z";
    return this;
  }

  circle(x: number, y: number, radius: number): this {
    return this.move(x - radius, y)
      .arc(radius, x + radius, y)
      .arc(radius, x - radius, y)
      .close();
  }

  /** A closed shape with straight sides. */
  polygon(points: readonly (readonly [number, number])[]): this {
    points.forEach(([x, y], n) => {
      this.#write(n === 0 ? "M" : "L", x, y);
    });
    return this.close();
  }

  toString(): string {
    return this.#data;
  }

  #write(command: string, ...values: number[]): this {
    const points: string[] = [];
    for (let n = 0; n + 1 < values.length; n += 2)
      points.push(this.#point(values[n] ?? 0, values[n + 1] ?? 0));
    this.#data += command + points.join(" ");
    return this;
  }

  #point(x: number, y: number): string {
    return `${short(this.#x + x * this.#cos - y * this.#sin)} ${short(this.#y + x * this.#sin + y * this.#cos)}`;
  }
}

/** A number with two decimals at most. */
export function short(value: number): number {
  return Math.round(value * 100) / 100;
}
