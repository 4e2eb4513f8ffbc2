import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { CodeField } from '../../ui/code/code-field.tsx'
import type { EditProps } from './fields.tsx'

const words = lateTexts.editor

/** The whole body as text. */
export function JsonBody({ body, onChange }: EditProps) {
  const [text, setText] = useState<string | null>(null)
  const written = JSON.stringify(body, null, 2)
  const parsed = text === null ? null : parse(text)
  const isWrong = text !== null && parsed === null
  const change = (next: string): void => {
    const value = parse(next)
    setText(next)
    if (value !== null) onChange(value)
  }
  // What is written here stays as it is written; what the form changes meanwhile replaces it.
  const isOwn = text !== null && (isWrong || JSON.stringify(parsed, null, 2) === written)
  return (
    <div className="mt8">
      <CodeField
        label={words.json}
        value={isOwn ? text : written}
        onChange={change}
        language="checkedJson"
        hint={`${words.jsonHint} ${texts.common.leaveEditor}`}
        error={isWrong ? words.jsonWrong : null}
        rows={20}
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
