/** What a key can do in an open job; the shell binds it, shows it and lets people choose another key. */
export interface SessionCommand {
  /** Stable: what a person chose is kept under it. */
  id: string
  label: string
  group: string
  /** As the shell names keys: `Ctrl+Shift+K`, `Left`, `Space`, `Esc`. */
  keys: readonly string[]
  run(): void
  /** Absent: always. */
  isEnabled?(): boolean
}
