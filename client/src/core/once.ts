/** Questions to the server whose answers do not change while the page is open. */

/** Asks once for each name; what failed is asked again. */
export function once<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (name) => {
    const found = known.get(name) ?? ask(name);
    known.set(name, found);
    found.catch(() => known.delete(name));
    return found;
  };
}
