/** Where people say their name. */

import type { VNode } from "preact";
import { t } from "../i18n";

export function NameField(props: {
  class: string;
  name: string;
  fixed?: boolean;
  hint?: string;
  onName: (name: string) => void;
}): VNode {
  return (
    <label class={props.class}>
      <span>{t("home.name")}</span>
      <input
        value={props.name}
        maxLength={30}
        autocomplete="nickname"
        readOnly={props.fixed ?? false}
        onInput={(event) => props.onName(event.currentTarget.value)}
      />
      {props.hint && <small>{props.hint}</small>}
    </label>
  );
}
