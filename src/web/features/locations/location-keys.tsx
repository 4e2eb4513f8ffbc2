import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useDeleteKey } from './api.ts'
import type { Location } from './api.ts'

const words = lateTexts.setup.locations

/** A location has at most so many, for rotation. */
export const mostKeys = 2

interface KeysProps {
  readonly location: Location
  readonly mayChange: boolean
  readonly onNew: () => void
}

export function LocationKeys({ location: { id, keys }, mayChange, onNew }: KeysProps) {
  const remove = useDeleteKey()
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
      <ul className="padx pb stack gap4">
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
                onDelete={() => remove.mutate({ params: { id, keyId: key.id } }, { onError: toastError })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
