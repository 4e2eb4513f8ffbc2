import { useRef } from 'react'
import type { ReactNode } from 'react'
import { texts } from '../../strings/index.ts'
import { Field } from '../field.tsx'
import type { CodeLanguage } from './languages.ts'
import { useMedia } from '../use-media.ts'
import { useCodeMirror } from './use-code-mirror.ts'

/** There long lines would be read through a slit. */
const narrow = '(max-width: 720px)'

interface CodeFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly language: CodeLanguage
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  readonly rows?: number
  readonly isRequired?: boolean
}

/** A field for code. Until its editor is loaded it is a plain field, which can be written in at once. */
export function CodeField({ label, value, onChange, language, hint, error, rows = 6, ...rest }: CodeFieldProps) {
  const { place, code } = useCodeMirror(language)
  const isWrapped = useMedia(narrow)
  const plain = useRef<HTMLTextAreaElement>(null)
  const focusAt = useRef<number | null>(null)
  if (code === null) focusAt.current = null
  else if (plain.current !== null && plain.current === document.activeElement)
    focusAt.current = plain.current.selectionStart
  return (
    <Field label={label} hint={hint ?? texts.common.leaveEditor} error={error}>
      {({ id, ...described }) => (
        <div ref={place}>
          {code === null ? (
            <textarea
              ref={plain}
              id={id}
              className="mono"
              value={value}
              rows={rows}
              required={rest.isRequired}
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
              {...described}
            />
          ) : (
            <code.Editor
              value={value}
              onChange={onChange}
              language={code.language}
              rows={rows}
              isWrapped={isWrapped}
              focusAt={focusAt.current}
              attributes={{
                id,
                'aria-label': label,
                ...(rest.isRequired && { 'aria-required': 'true' }),
                ...(described['aria-invalid'] && { 'aria-invalid': 'true' }),
                ...(described['aria-describedby'] && { 'aria-describedby': described['aria-describedby'] }),
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}
