/** A link inside the client: no page is loaded anew. */

import type { ComponentChildren, VNode } from "preact";
import { go } from "../core/router";

export function Link(props: {
  to: string;
  class?: string;
  children: ComponentChildren;
  label?: string;
}): VNode {
  return (
    <a
      href={props.to}
      class={props.class}
      aria-label={props.label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(props.to);
      }}
    >
      {props.children}
    </a>
  );
}
