import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bedPath, linePoints, slotsOutline, twins } from "../../src/board/outlines";
import { CARD_COLOURS, inkOn, luminance } from "../../src/board/palette";
import { areaOf, Picker } from "../../src/board/pick";
import { symbolPath } from "../../src/board/symbols";
import type { BoardFacts, BoardGeometry, CardColour, LineFacts } from "../../src/board/types";

const titles = ["usa", "europe", "nordic", "world", "greatlakes"] as const;

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}

function geometryOf(title: string): BoardGeometry {
  return read(`../../../src/branchline/titles/${title}/drawing.json`) as BoardGeometry;
}

/** Facts as the server gives them, as far as they can be told from the ids in the geometry. */
function factsOf(geometry: BoardGeometry): BoardFacts {
  const cities = Object.entries(geometry.cities).map(([id, city]) => ({
    id,
    name: city.label?.lines.join(" ") ?? "",
    port: false,
    waypoint: city.label === undefined,
  }));
  const ids = new Set(cities.map((city) => city.id));
  const lines = Object.entries(geometry.lines).map(([id, line]): LineFacts => {
    const parts = id.split("-").slice(0, -1);
    const cut = parts.findIndex(
      (_, n) => ids.has(parts.slice(0, n).join("-")) && ids.has(parts.slice(n).join("-")),
    );
    const [a, b] = [parts.slice(0, cut).join("-"), parts.slice(cut).join("-")];
    return {
      id,
      a,
      b,
      length: line.slots.length,
      colour: "gray",
      kind: "rail",
      locomotives: 0,
      pairs: false,
    };
  });
  return { cities, lines };
}

describe.each(titles)("the board of %s", (title) => {
  const geometry = geometryOf(title);
  const facts = factsOf(geometry);

  it("draws an outline for every space", () => {
    for (const line of facts.lines) {
      expect(slotsOutline(geometry, line).split("Z").length - 1, line.id).toBe(line.length);
    }
  });

  it("has one track for each line or double", () => {
    const pairs = twins(geometry, facts.lines);
    for (const line of facts.lines) {
      const twin = pairs.get(line.id);
      const beds = [line, twin].filter((one) => one !== undefined && bedPath(geometry, one) !== null);
      expect(beds.length, line.id).toBe(1);
      if (twin !== undefined) expect([twin.a, twin.b]).toEqual([line.a, line.b]);
    }
  });

  it("draws every line in one piece, also round the edge", () => {
    const [length] = geometry.slot;
    for (const line of facts.lines) {
      const points = linePoints(geometry, line);
      const jumps = points
        .slice(1)
        .map(([x, y], n) => Math.hypot(x - (points[n]?.[0] ?? 0), y - (points[n]?.[1] ?? 0)));
      expect(Math.max(...jumps), line.id).toBeLessThan(4 * length);
    }
  });

  it("finds every space's line under a finger, and every city", () => {
    const picker = new Picker(geometry, facts);
    for (const line of facts.lines) {
      for (const [x, y] of geometry.lines[line.id]?.slots ?? []) {
        expect(picker.at(x, y, 1)).toEqual({ kind: "line", id: line.id });
      }
    }
    for (const city of facts.cities.filter((one) => !one.waypoint)) {
      const place = geometry.cities[city.id];
      expect(picker.at(place?.x ?? 0, place?.y ?? 0, 1)).toEqual({ kind: "city", id: city.id });
    }
  });
});

describe("the area of some cities", () => {
  const geometry = geometryOf("usa");
  it("holds them all", () => {
    const area = areaOf(geometry, factsOf(geometry), ["seattle", "miami"]);
    const [seattle, miami] = [geometry.cities.seattle, geometry.cities.miami];
    expect(area?.x).toBe(seattle?.x);
    expect((area?.x ?? 0) + (area?.width ?? 0)).toBeCloseTo(miami?.x ?? 0);
  });
  it("is nothing for no cities", () => {
    expect(areaOf(geometry, factsOf(geometry), [])).toBeNull();
  });
});

describe("colours", () => {
  const colours = Object.keys(CARD_COLOURS).filter((colour): colour is CardColour => colour !== "gray");

  it("have each a symbol of its own", () => {
    expect(new Set(colours.map((colour) => symbolPath(colour, 0, 0, 5))).size).toBe(colours.length);
  });

  it.each(colours)("%s can be told from the symbol on it", (colour) => {
    const [one, other] = [luminance(CARD_COLOURS[colour]), luminance(inkOn(CARD_COLOURS[colour]))];
    expect((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)).toBeGreaterThan(3);
  });
});
