/** Confirms a mail address, by a button: whoever only opens the link of the mail, as scanners do, changes nothing. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../core/api";
import { t } from "../i18n";
import { Link } from "./link";
import { problemWords } from "./words";

type Stage = "asking" | "sending" | "done";

export default function ConfirmPage(): VNode {
  const [token, setToken] = useState("");
  const [stage, setStage] = useState<Stage>("asking");
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    document.title = t("app.name");
    takeToken();
    addEventListener("hashchange", takeToken); // another link, opened in the same tab
    return () => removeEventListener("hashchange", takeToken);
  }, []);

  /** Take the token out of the address: it is no business of the history. */
  function takeToken(): void {
    if (location.hash.length < 2) return;
    setToken(location.hash.slice(1));
    setStage("asking");
    setProblem(null);
    history.replaceState(null, "", location.pathname);
  }

  async function confirm(): Promise<void> {
    setProblem(null);
    setStage("sending");
    try {
      await api.confirm(token);
      setStage("done");
    } catch (trouble) {
      setProblem(trouble);
      setStage("asking");
    }
  }

  return (
    <main class="wait">
      <section class="panel">
        <h1>{t("confirm.title")}</h1>
        {problem !== null && (
          <p class="problem" role="alert">
            {problemWords(problem)}
          </p>
        )}
        <p role="status">{stage === "done" ? t("confirm.done") : t("confirm.ask")}</p>
        <p class="row-of-buttons">
          {stage !== "done" && (
            <button type="button" class="button strong" disabled={stage === "sending"} onClick={confirm}>
              {t("confirm.do")}
            </button>
          )}
          <Link to="/" class="button plain">
            {t("nav.home")}
          </Link>
        </p>
      </section>
    </main>
  );
}
