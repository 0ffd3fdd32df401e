/** A seat's mark: its colour, with the pattern that its pieces wear. */

import type { VNode } from "preact";

export function SeatMark(props: { seat: number; class?: string }): VNode {
  return <span class={`seat-mark seat-${props.seat} ${props.class ?? ""}`} aria-hidden="true" />;
}
