/** Findings of the security reviews in the tables of docs/threat-model.md, each with the test that fails without its guard. */
export const guardTests = (threatModel) =>
  [...threatModel.matchAll(/^\| ([HMLNQ]\d+) \| (.*?) \| .* \| `([\w./-]+)`: “(.+)” \|$/gm)].map(
    ([, finding, fault, path, title]) => ({ finding, fault, path, title }),
  )
