import { useQueryClient } from '@tanstack/react-query'
import { change } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Moment } from '../../ui/time.tsx'

const words = lateTexts.setup.locations

/** A location has at most so many, for rotation. */
export const mostKeys = 2

interface KeysProps {
  readonly location: Answer<'getPrivateLocation'>
  readonly mayChange: boolean
  readonly onNew: () => void
  readonly perform: (work: Promise<unknown>) => void
}

export function LocationKeys({ location: { id, keys }, mayChange, onNew, perform }: KeysProps) {
  const client = useQueryClient()
  return (
    <section className="pane" aria-label={words.keys}>
      <div className="pane-h">
        <h2>{words.keys}</h2>
        <span className="mute">{words.ofKeys(keys.length, mostKeys)}</span>
        {mayChange && keys.length < mostKeys && (
          <div className="end">
            <Button size="small" onClick={onNew}>
              {words.newKey}
            </Button>
          </div>
        )}
      </div>
      <ul className="padx pb stack" style={{ gap: 4 }}>
        {keys.map((key) => (
          <li key={key.id} className="row wrap">
            <code>{key.maskedKey}</code>
            <span className="mute small grow">
              {words.created} <Moment at={key.created_at} />
            </span>
            {mayChange && (
              <DeleteButton
                title={words.deleteKeyTitle}
                text={words.deleteKeyText}
                label={words.deleteKey}
                onDelete={() => perform(change(client, 'deletePrivateLocationKey', { params: { id, keyId: key.id } }))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
