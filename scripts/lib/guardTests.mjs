/** Findings of the security review in the table of docs/threat-model.md, each with the test that fails without its guard. */
export const guardTests = (threatModel) =>
  [...threatModel.matchAll(/^\| ([HML]\d+) \| (.*?) \| .* \| `([\w./-]+)`: “(.+)” \|$/gm)].map(
    ([, finding, fault, path, title]) => ({ finding, fault, path, title }),
  )
