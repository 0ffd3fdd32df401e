/** A link inside the client: no page is loaded anew. */

import type { ComponentChildren, VNode } from "preact";
import { go } from "../core/router";
import { t } from "../i18n";

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

/** The wordmark, which leads home. */
export function HomeLink(): VNode {
  return (
    <Link to="/" class="wordmark-link">
      <span class="wordmark">{t("app.name")}</span>
      <span class="sr">{t("nav.home")}</span>
    </Link>
  );
}
