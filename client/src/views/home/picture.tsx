/** A small picture for each title: not its map, only its air. */

import type { VNode } from "preact";

interface Scene {
  readonly land: string;
  readonly lines: readonly (readonly [path: string, colour: string])[];
  readonly cities: readonly (readonly [x: number, y: number])[];
}

const SCENES: Readonly<Record<string, Scene>> = {
  usa: {
    land: "M-5 22C30 6 70 16 105 12s80-6 110 6v60c-20 14-50 4-70 22-12 8-26-12-50-8S20 96-5 78z",
    lines: [
      ["M14 40C50 22 80 52 112 40S170 24 192 44", "red"],
      ["M30 78C70 62 96 84 128 70S176 66 192 44", "blue"],
    ],
    cities: [
      [14, 40],
      [112, 40],
      [192, 44],
      [30, 78],
      [128, 70],
    ],
  },
  europe: {
    land: "M10 30c10-16 24-10 22 4s16 10 30 0 40-24 70-20 40-8 74 4v60c-30 2-40-6-56 6s-20 22-30 8-24-4-30 10-26-4-20-20-30-4-44-14S0 46 10 30z",
    lines: [
      ["M36 44C60 40 80 60 104 50S150 32 190 40", "green"],
      ["M60 76C84 66 92 60 104 50", "orange"],
      ["M104 50C120 70 150 74 178 72", "black"],
    ],
    cities: [
      [36, 44],
      [104, 50],
      [190, 40],
      [60, 76],
      [178, 72],
    ],
  },
  nordic: {
    land: "M40 110C34 80 60 60 78 40s40-40 70-44l14 20c-20 14-26 30-20 46s-14 24-20 44zM170 110c-6-20 4-36 16-50s24-10 34-4v60z",
    lines: [
      ["M66 92C78 66 96 56 112 36S140 16 152 8", "blue"],
      ["M112 36C134 50 168 52 192 74", "white"],
    ],
    cities: [
      [66, 92],
      [112, 36],
      [152, 8],
      [192, 74],
    ],
  },
  world: {
    land: "M-5 20c20-10 50-6 60 8s-8 20-6 34-14 30-24 22-8-26-16-34-14-20-14-30zM86 18c20-10 60-12 90-6s40 10 44 20-20 12-24 28-16 6-26 0-20 6-24 22-18 16-22 0-22-14-30-28-18-28-8-36z",
    lines: [
      ["M30 44C56 60 74 50 98 38S150 30 184 36", "purple"],
      ["M44 70C80 96 150 96 190 74", "blue"],
    ],
    cities: [
      [30, 44],
      [98, 38],
      [184, 36],
      [44, 70],
      [190, 74],
    ],
  },
  greatlakes: {
    land: "M-5 -5h220v120H-5zM40 40c20-18 50-16 62-4s-10 12-24 10-20 12-30 8-14-8-8-14zM120 52c14-10 30-4 44-10s30 2 26 12-26 4-36 12-40 0-34-14z",
    lines: [
      ["M24 24C60 20 96 24 118 40S170 30 196 26", "red"],
      ["M30 84C66 72 96 84 122 82S176 84 198 74", "yellow"],
      ["M118 40C114 56 116 70 122 82", "green"],
    ],
    cities: [
      [24, 24],
      [118, 40],
      [196, 26],
      [30, 84],
      [122, 82],
      [198, 74],
    ],
  },
};

export function TitlePicture(props: { title: string }): VNode | null {
  const scene = SCENES[props.title];
  if (!scene) return null;
  return (
    <svg class="title-picture" viewBox="0 0 210 104" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path class="scene-coast" d={scene.land} fill-rule="evenodd" />
      <path class="scene-land" d={scene.land} fill-rule="evenodd" />
      {scene.lines.map(([path, colour]) => (
        <g key={path}>
          <path class="scene-bed" d={path} />
          <path class={`scene-line s-${colour}`} d={path} />
        </g>
      ))}
      {scene.cities.map(([x, y]) => (
        <circle key={`${x} ${y}`} class="scene-city" cx={x} cy={y} r="4.5" />
      ))}
    </svg>
  );
}
