import { useState } from 'react'
import { texts } from '../../../strings/index.ts'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField, TextField } from '../../../ui/field.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { useAddReaders } from './api.ts'
import { readAddresses } from '../csv-addresses.ts'
import { WrongLines } from '../wrong-lines.tsx'

const words = lateTexts.statusPages.access.readers

interface AddReadersProps {
  readonly statusPageId: string
  readonly canMail: boolean
  readonly onClose: () => void
}

/** Invites one address or a pasted list, of which it says before what would be added. */
export function AddReaders({ statusPageId, canMail, onClose }: AddReadersProps) {
  const [text, setText] = useState('')
  const [isInviting, setInviting] = useState(canMail)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = useAddReaders(statusPageId)
  const { addresses, repeated, wrong } = readAddresses(text)
  const add = (): void => {
    setBusy(true)
    setError(null)
    send({ emails: [...addresses], sendInvitations: isInviting })
      .then(({ created, skipped }) => {
        toast({ text: words.added(created, skipped) })
        onClose()
      })
      .catch(setError)
      .finally(() => setBusy(false))
  }
  return (
    <div className="stack gap12">
      <ErrorNote error={error} />
      <TextField label={words.addresses} hint={words.addressesHint} value={text} rows={4} isMono onChange={setText} />
      {text.trim() !== '' && (
        <div role="status" className="stack gap4">
          <p>{words.willAdd(addresses.length, repeated)}</p>
          {wrong.length > 0 && <WrongLines lines={wrong} />}
        </div>
      )}
      {canMail && <CheckField label={words.invite} hint={words.inviteHint} isOn={isInviting} onChange={setInviting} />}
      <div className="row">
        <Button kind="primary" disabled={addresses.length === 0} isBusy={isBusy} onClick={add}>
          {words.add(addresses.length)}
        </Button>
        <Button onClick={onClose}>{texts.common.close}</Button>
      </div>
    </div>
  )
}
