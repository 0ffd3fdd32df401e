/** Where a board is in a view, and how that changes: plain arithmetic for the camera. */

/** A rectangle in board units. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the board is: its scale, and its top left corner in the view. */
export interface Look {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The first look at a board: whole, or as wide as the view where whole would be too small to read. */
export function fitted(area: Area, view: Size, readable: number): Look {
  const wide = view.width / area.width;
  const scale = Math.max(Math.min(wide, view.height / area.height), Math.min(wide, readable));
  return kept({ scale, x: 0, y: 0 }, area, view);
}

/** The nearest look that leaves no empty edge where the board could fill it, and centres it where it cannot. */
export function kept(look: Look, area: Area, view: Size): Look {
  const along = (at: number, size: number, room: number) =>
    size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
  return {
    scale: look.scale,
    x: along(look.x, area.width * look.scale, view.width),
    y: along(look.y, area.height * look.scale, view.height),
  };
}

/** The same look at another scale, with one point of the view staying where it is. */
export function zoomed(look: Look, scale: number, x: number, y: number): Look {
  const factor = scale / look.scale;
  return { scale, x: x - (x - look.x) * factor, y: y - (y - look.y) * factor };
}

/** Whether two looks are the same to the eye. */
export function sameLook(one: Look, other: Look): boolean {
  return (
    Math.abs(one.scale - other.scale) < 1e-3 && Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1
  );
}
