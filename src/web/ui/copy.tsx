import { Check, Copy as CopyIcon } from 'lucide-react'
import { useState } from 'react'
import { texts } from '../strings/index.ts'
import { Button } from './button.tsx'
import { after } from '../time/page-time.ts'
import code from './code/code.module.css'

const shownMs = 1_500

/** False where the browser allows nobody to copy. Without HTTPS browsers have the old way only. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  // Inside the dialog that has the focus: outside of it nothing can be selected.
  const place = focused?.closest('[role=dialog]') ?? document.body
  place.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}

/** Copies a text; says for a moment that it did. */
export function CopyButton({
  text,
  label,
  className = '',
}: {
  readonly text: string
  readonly label?: string
  readonly className?: string
}) {
  const [isCopied, setCopied] = useState(false)
  const copy = (): void => {
    void copyText(text).then((isDone) => {
      setCopied(isDone)
      after(shownMs, () => setCopied(false))
    })
  }
  return (
    <Button size="small" className={className} onClick={copy}>
      {isCopied ? <Check className="ic s" aria-hidden="true" /> : <CopyIcon className="ic s" aria-hidden="true" />}
      {isCopied ? texts.common.copied : (label ?? texts.common.copy)}
    </Button>
  )
}

/** Text in the manner of a terminal, with its button. */
export const CodeBlock = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <figure className="pb" aria-label={label}>
    <div className="row">
      <span className="label grow">{label}</span>
      <CopyButton text={text} />
    </div>
    <pre className={`${code.code} mt4`} tabIndex={0}>
      {text}
    </pre>
  </figure>
)
