/** A link inside the client: no page is loaded anew. */

import type { ComponentChildren, VNode } from "preact";
import { go } from "../core/router";

export function Link(props: { to: string; class?: string; children: ComponentChildren }): VNode {
  return (
    <a
      href={props.to}
      class={props.class}
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
