import { useState } from 'react'

interface Props {
  label: string
  value: number
  digits: number
  isLocked: boolean
  onChange(value: number): void
}

/** A number that takes effect at Enter or when its field loses the focus, so that half-typed ones change nothing. */
export function InspectorNumber({ label, value, digits, isLocked, onChange }: Props) {
  const shown = value.toFixed(digits)
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    const number = typed === null || typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.'))
    if (Number.isFinite(number) && typed !== shown) onChange(number)
    setTyped(null)
  }
  return (
    <label className="sensors-number">
      {label}
      <input
        inputMode="decimal"
        value={typed ?? shown}
        readOnly={isLocked}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
          if (key !== 'Escape') return
          setTyped(null)
          // Blurring now would read the old state, which is set only after this handler.
          requestAnimationFrame(() => currentTarget.blur())
        }}
      />
    </label>
  )
}
