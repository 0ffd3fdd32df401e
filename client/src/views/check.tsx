/** A box to tick. */

import type { VNode } from "preact";

export function Check(props: { words: string; checked: boolean; onChange: (on: boolean) => void }): VNode {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.words}</span>
    </label>
  );
}
