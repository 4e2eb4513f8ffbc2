import { useState } from 'react'
import type { ChangeEvent } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, Field, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useImport } from './api.ts'
import type { PageSummary } from './api.ts'
import { readAddresses } from './csv-addresses.ts'
import { WrongLines } from './wrong-lines.tsx'

const words = lateTexts.statusPages.subscribers
/** Larger files are no lists of subscribers. */
const largestFile = 5_000_000

interface ImportProps {
  readonly summary: PageSummary
  readonly onClose: () => void
}

/** Adds addresses from a list, of which it says before what would be added. */
export function ImportSubscribers({ summary, onClose }: ImportProps) {
  const [text, setText] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const { add, progress, error } = useAdding(summary, isConfirmed, onClose)
  const { addresses, repeated, wrong } = readAddresses(text)
  return (
    <section className="pad stack gap12" aria-label={words.import}>
      <ErrorNote error={error} />
      <TextField label={words.paste} hint={words.pasteHint} value={text} rows={6} isMono onChange={setText} />
      <FileField onText={setText} />
      {text.trim() !== '' && (
        <div role="status" className="stack gap4">
          <p>{words.willAdd(addresses.length, repeated)}</p>
          {wrong.length > 0 && <WrongLines lines={wrong} />}
        </div>
      )}
      <CheckField label={words.consented} hint={words.consentHint} isOn={isConfirmed} onChange={setConfirmed} />
      <div className="row">
        <Button
          kind="primary"
          disabled={addresses.length === 0}
          isBusy={progress !== null}
          onClick={() => void add(addresses)}
        >
          {words.add(addresses.length)}
        </Button>
        <Button onClick={onClose}>{texts.common.close}</Button>
        {progress !== null && (
          <span className="row mute" role="status">
            <progress value={progress} max={addresses.length} aria-label={words.import} />
            {words.progress(progress, addresses.length)}
          </span>
        )}
      </div>
    </section>
  )
}

function useAdding({ version, id }: PageSummary, isConfirmed: boolean, onDone: () => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const send = useImport(version, id)
  const add = async (addresses: readonly string[]): Promise<void> => {
    setError(null)
    setProgress(0)
    try {
      const { created, skipped } = await send({ addresses, isConfirmed, onProgress: setProgress })
      toast({ text: words.added(created, skipped) })
      onDone()
    } catch (thrown) {
      setError(thrown)
    }
    setProgress(null)
  }
  return { add, progress, error }
}

function FileField({ onText }: { readonly onText: (text: string) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    if (file === undefined) return
    setProblem(file.size > largestFile ? words.fileTooLarge : null)
    if (file.size <= largestFile) onText(await file.text())
  }
  return (
    <Field label={words.file} error={problem}>
      {(control) => (
        <input type="file" accept=".csv,.txt,text/csv,text/plain" onChange={(event) => void read(event)} {...control} />
      )}
    </Field>
  )
}
