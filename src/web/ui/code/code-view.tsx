import { WrapText } from 'lucide-react'
import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy.tsx'
import type { CodeLanguage } from './languages.ts'
import { useMedia } from '../use-media.ts'
import { useCodeMirror } from './use-code-mirror.ts'
import styles from './code.module.css'

interface CodeViewProps {
  readonly text: string
  readonly label: string
  readonly language: CodeLanguage
  /** Numbers of lines, from 1, that stand out. */
  readonly marks?: readonly number[]
  readonly firstLine?: number
  readonly isWrapped?: boolean
  /** The label is only for screen readers: a heading says it already. */
  readonly hidesLabel?: boolean
}

/** A text to read, with line numbers, colours, a switch for long lines, and a button that copies it. */
export function CodeView({
  text,
  label,
  language,
  marks,
  firstLine,
  isWrapped: wrapsFirst = false,
  hidesLabel,
}: CodeViewProps) {
  const { place, code } = useCodeMirror(language)
  const isNarrow = useMedia('(max-width: 720px)')
  const [isWrapped, setWrapped] = useState(wrapsFirst || isNarrow)
  return (
    <figure aria-label={label}>
      <div className="row">
        <span className="label grow">{!hidesLabel && label}</span>
        <Button size="small" aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
          <WrapText className="ic s" aria-hidden="true" />
          {texts.common.wrapLines}
        </Button>
        <CopyButton text={text} />
      </div>
      <div ref={place} className="mt4">
        {code === null ? (
          <pre className={isWrapped ? `${styles.code} ${styles.wrapped}` : styles.code} tabIndex={0}>
            {text}
          </pre>
        ) : (
          <code.Editor
            value={text}
            language={code.language}
            isWrapped={isWrapped}
            {...(marks && { marks })}
            {...(firstLine !== undefined && { firstLine })}
            attributes={{ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }}
          />
        )}
      </div>
    </figure>
  )
}
