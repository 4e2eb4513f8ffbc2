import { Check, Copy as CopyIcon } from 'lucide-react'
import { useState } from 'react'
import { texts } from '../strings/index.ts'
import { Button } from './button.tsx'

const shownMs = 1_500

/** Copies a text; says for a moment that it did. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), shownMs)
    })
  }
  return (
    <Button size="small" onClick={copy}>
      {isCopied ? <Check className="ic s" aria-hidden="true" /> : <CopyIcon className="ic s" aria-hidden="true" />}
      {isCopied ? texts.common.copied : (label ?? texts.common.copy)}
    </Button>
  )
}

/** Text in the manner of a terminal, with its button. */
export const CodeBlock = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <figure aria-label={label}>
    <div className="row">
      <span className="label grow">{label}</span>
      <CopyButton text={text} />
    </div>
    <pre className="code mt4" style={{ paddingInline: 12, maxHeight: 480 }} tabIndex={0}>
      {text}
    </pre>
  </figure>
)
