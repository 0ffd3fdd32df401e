/** A part of the page that scrolls, and can be reached with the keys. */

import type { ComponentChildren, VNode } from "preact";

export function Scroller(props: { class: string; label: string; children: ComponentChildren }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keys
    <div class={props.class} role="region" aria-label={props.label} tabIndex={0}>
      {props.children}
    </div>
  );
}
