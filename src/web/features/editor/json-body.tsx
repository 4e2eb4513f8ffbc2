import { useId, useState } from 'react'
import { texts } from '../../strings/index.ts'
import type { EditProps } from './fields.tsx'

const words = texts.editor

/** The whole body as text. */
export function JsonBody({ body, onChange }: EditProps) {
  const [text, setText] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const hintId = useId()
  const change = (next: string): void => {
    setText(next)
    const parsed = parse(next)
    setWrong(parsed === null)
    if (parsed !== null) onChange(parsed)
  }
  return (
    <div className="mt8 stack">
      <p className="hint" id={hintId}>
        {isWrong ? words.jsonWrong : words.jsonHint}
      </p>
      <textarea
        className="area mono"
        rows={20}
        aria-label={words.json}
        aria-describedby={hintId}
        aria-invalid={isWrong || undefined}
        spellCheck={false}
        value={text ?? JSON.stringify(body, null, 2)}
        onChange={(event) => change(event.target.value)}
        onBlur={() => isWrong || setText(null)}
      />
    </div>
  )
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
