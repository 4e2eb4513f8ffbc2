import { useState } from 'react'
import { serviceUrl } from '../../api/call.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { CheckField } from '../../ui/field.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { Note } from '../../ui/note.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useCreatePingKey, useDeletePingKey, usePingKey } from './api.ts'
import type { PingKey } from './api.ts'
import styles from './keys-screen.module.css'

const words = lateTexts.setup.pingKey

/** The key by which jobs ping every heartbeat of the account. The key itself is shown only after it was made here. */
export function PingKeyPane() {
  const [made, setMade] = useState<string | null>(null)
  const [isCreating, setCreating] = useState(false)
  const key = usePingKey()
  const open = (): void => setCreating(true)
  return (
    <section className="pane pad stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="dim">{words.text}</p>
      <Loaded query={key} rows={2}>
        {(stored) =>
          stored === null ? (
            <NoKey onCreate={open} />
          ) : (
            <StoredKey pingKey={stored} made={made} onReplace={open} onDeleted={() => setMade(null)} />
          )
        }
      </Loaded>
      {isCreating && <NewPingKey stored={key.data ?? null} onClose={() => setCreating(false)} onCreated={setMade} />}
    </section>
  )
}

const NoKey = ({ onCreate }: { readonly onCreate: () => void }) => (
  <div className="stack">
    <p className="mute">{words.none}</p>
    <div>
      <Button onClick={onCreate}>{words.create}</Button>
    </div>
  </div>
)

interface StoredKeyProps {
  readonly pingKey: PingKey
  /** The key itself, if it was made here. */
  readonly made: string | null
  readonly onReplace: () => void
  readonly onDeleted: () => void
}

function StoredKey({ pingKey, made, onReplace, onDeleted }: StoredKeyProps) {
  const remove = useDeletePingKey()
  return (
    <div className={`stack ${styles.example}`}>
      {made !== null && <MadeKey value={made} />}
      <KeyValues>
        <dt>{words.key}</dt>
        <dd>
          <code>{pingKey.prefix}…</code>
        </dd>
        <dt>{words.created}</dt>
        <dd>
          <Moment at={pingKey.createdAt} />
        </dd>
        <dt>{words.createsChecks}</dt>
        <dd>{pingKey.createsChecks ? texts.common.yes : texts.common.no}</dd>
      </KeyValues>
      <Addresses value={made ?? words.keyHere} createsChecks={pingKey.createsChecks} />
      <div className="row wrap">
        <Button size="small" onClick={onReplace}>
          {words.replace}
        </Button>
        <DeleteButton
          title={words.deleteTitle}
          text={words.deleteText}
          onDelete={() => remove.mutate(undefined, { onSuccess: onDeleted, onError: toastError })}
        />
      </div>
    </div>
  )
}

const MadeKey = ({ value }: { readonly value: string }) => (
  <Note kind="passing" role="status">
    <Glyph state="PASSING" />
    <div className="grow">
      <CodeBlock label={words.shownOnce} text={value} />
      <p className="mt8">{lateTexts.setup.keys.shownOnceText}</p>
    </div>
  </Note>
)

const Addresses = ({ value, createsChecks }: { readonly value: string; readonly createsChecks: boolean }) => {
  const address = `${serviceUrl('/ping/')}${value}/nightly-backup`
  return (
    <div>
      <CodeBlock label={words.address} text={address} />
      {createsChecks && <CodeBlock label={words.creatingAddress} text={`${address}?create=1`} />}
      <p className="small mute">{words.named}</p>
    </div>
  )
}

interface NewPingKeyProps {
  /** The one that is replaced. */
  readonly stored: PingKey | null
  readonly onClose: () => void
  /** Gets the key, which nobody shows again. */
  readonly onCreated: (key: string) => void
}

function NewPingKey({ stored, onClose, onCreated }: NewPingKeyProps) {
  const [createsChecks, setCreatesChecks] = useState(stored?.createsChecks ?? false)
  const create = useCreatePingKey()
  const onSuccess = ({ key }: { readonly key: string }): void => {
    onCreated(key)
    onClose()
  }
  return (
    <DialogForm
      title={stored ? words.replaceTitle : words.create}
      submit={stored ? words.replace : words.create}
      kind={stored ? 'danger' : 'primary'}
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ body: { createsChecks } }, { onSuccess })}
      onClose={onClose}
    >
      <ErrorNote error={create.error} />
      {stored && <p>{words.replaceText}</p>}
      <CheckField
        label={words.createsChecks}
        hint={words.createsChecksHint}
        isOn={createsChecks}
        onChange={setCreatesChecks}
      />
    </DialogForm>
  )
}
