import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import type { ClipboardEvent } from 'react'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toasts.tsx'
import { looksLikeCurl, parseCurl } from './parse-curl.ts'
import type { CurlProblem, CurlRequest } from './request-of.ts'

const words = lateTexts.curl

const problemText = ({ code, what }: CurlProblem): string => words.problems[code](what)

/** The request of a command, after saying what was left out; or what is wrong with the command. */
export function readCurl(text: string): CurlRequest | { readonly problem: string } {
  const parsed = parseCurl(text)
  if ('problem' in parsed) return { problem: problemText(parsed.problem) }
  const { request, leftOut } = parsed
  toast({ text: leftOut.length > 0 ? words.leftOut([...new Set(leftOut)].join(', ')) : words.filled })
  return request
}

/** Takes a curl command that is pasted into a field for a URL; any other text is pasted as usual. */
export const takeCurl =
  (onRequest: (request: CurlRequest) => void, onProblem: (problem: string) => void) =>
  (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain')
    if (!looksLikeCurl(text)) return
    event.preventDefault()
    const read = readCurl(text)
    if ('problem' in read) onProblem(read.problem)
    else onRequest(read)
  }

/** A button with a dialog for a command. */
export function PasteCurl({ onRequest }: { readonly onRequest: (request: CurlRequest) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <ClipboardPaste className="ic s" aria-hidden="true" />
        {words.paste}
      </Button>
      {isOpen && <CurlForm onRequest={onRequest} onClose={() => setOpen(false)} />}
    </>
  )
}

function CurlForm({
  onRequest,
  onClose,
}: {
  readonly onRequest: (request: CurlRequest) => void
  readonly onClose: () => void
}) {
  const [command, setCommand] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const use = (): void => {
    const read = readCurl(command)
    if ('problem' in read) return setProblem(read.problem)
    onRequest(read)
    onClose()
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <TextField
        label={words.command}
        value={command}
        onChange={setCommand}
        hint={words.hint}
        error={problem}
        rows={8}
        isMono
        autoFocus
      />
      <div className="acts">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button kind="primary" onClick={use}>
          {words.use}
        </Button>
      </div>
    </Dialog>
  )
}
