/** A small picture for each title: not its map, only its air. */

import type { VNode } from "preact";
import type { TitlePicture as Picture } from "../../core/types";

export function TitlePicture(props: { picture: Picture }): VNode {
  const { land, lines, cities } = props.picture;
  return (
    <svg class="title-picture" viewBox="0 0 210 104" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path class="scene-coast" d={land} fill-rule="evenodd" />
      <path class="scene-land" d={land} fill-rule="evenodd" />
      {lines.map(([path, colour]) => (
        <g key={path}>
          <path class="scene-bed" d={path} />
          <path class={`scene-line s-${colour}`} d={path} />
        </g>
      ))}
      {cities.map(([x, y]) => (
        <circle key={`${x} ${y}`} class="scene-city" cx={x} cy={y} r="4.5" />
      ))}
    </svg>
  );
}
