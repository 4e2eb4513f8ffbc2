import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { useProbeTargets, useSetProbeTargets } from './api.ts'

const words = lateTexts.setup.probeTargets

/** The hosts that Prometheus may have probed with keys of the account. */
export function ProbeTargetsPane() {
  const may = useMay('setProbeTargets')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="pane pad stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="dim">{words.text}</p>
      <Loaded query={useProbeTargets()} rows={2}>
        {({ targets }) => (
          <>
            <Targets targets={targets} />
            {may && (
              <div>
                <Button onClick={() => setOpen(true)}>{targets.length === 0 ? words.add : texts.common.edit}</Button>
              </div>
            )}
            {isOpen && <TargetsDialog targets={targets} onClose={() => setOpen(false)} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

const Targets = ({ targets }: { readonly targets: readonly string[] }) =>
  targets.length === 0 ? (
    <p className="mute">{words.none}</p>
  ) : (
    <ul className="stack" aria-label={words.title}>
      {targets.map((target) => (
        <li key={target} className="anywhere">
          <code>{target}</code>
        </li>
      ))}
    </ul>
  )

interface TargetsDialogProps {
  readonly targets: readonly string[]
  readonly onClose: () => void
}

function TargetsDialog({ targets, onClose }: TargetsDialogProps) {
  const [text, setText] = useState(targets.join('\n'))
  const save = useSetProbeTargets()
  const given = text.split(/[\s,]+/).filter((target) => target !== '')
  return (
    <DialogForm
      title={words.title}
      submit={texts.common.save}
      isBusy={save.isPending}
      onSubmit={() => save.mutate({ body: { targets: given } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={words.hosts}
        hint={words.hint}
        placeholder="shop.example.com"
        value={text}
        onChange={setText}
        rows={6}
        isMono
        autoFocus
      />
      <ErrorNote error={save.error} />
    </DialogForm>
  )
}
