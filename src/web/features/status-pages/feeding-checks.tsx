import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { AddSource } from './add-source.tsx'
import { useUpdateCheck } from './api.ts'
import type { FeedingCheck, Source } from './api.ts'
import styles from './status-pages.module.css'

const words = lateTexts.statusPages.structure

interface FeedingChecksProps {
  readonly service: { readonly id: string; readonly name: string }
  readonly source: Source | undefined
}

/** Whether checks open the incidents of a service, and which; others are added, and each can be stopped. */
export function FeedingChecks({ service, source }: FeedingChecksProps) {
  const [open, setOpen] = useState<'list' | 'add' | null>(null)
  const mayChange = useMay('updateCheckGeneric')
  const label = source ? words.checks(source.total) : words.byHand
  if (!source && !mayChange) return <span className="mute small end">{label}</span>
  return (
    <>
      <Popover.Root open={open === 'list'} onOpenChange={(isOpen) => setOpen(isOpen ? 'list' : null)}>
        <Popover.Trigger asChild>
          <button type="button" className="link small end">
            {label}
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className={styles.popover} align="end" sideOffset={4} aria-label={label}>
            <div className="stack gap12">
              {source ? <CheckList checks={source.checks} /> : <p className="small">{words.byHandText}</p>}
              {mayChange && (
                <Button size="small" onClick={() => setOpen('add')}>
                  {lateTexts.statusPages.sources.add}
                </Button>
              )}
            </div>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {open === 'add' && <AddSource service={service} onClose={() => setOpen(null)} />}
    </>
  )
}

const CheckList = ({ checks }: { readonly checks: readonly FeedingCheck[] }) => (
  <ul className="stack gap4">
    {checks.map((check) => (
      <CheckRow key={check.id} {...check} />
    ))}
  </ul>
)

function CheckRow({ id, name, activated }: FeedingCheck) {
  const update = useUpdateCheck()
  const mayChange = useMay('updateCheckGeneric')
  const label = lateTexts.statusPages.sources.stop(name)
  const stop = (): void => update.mutate({ params: { id }, body: { triggerIncident: null } }, { onError: toastError })
  return (
    <li className="row">
      <Link className="link anywhere" to="/checks/$id" params={{ id }}>
        {name}
      </Link>
      {!activated && <span className="kind">{words.paused}</span>}
      {mayChange && (
        <span className="end">
          <Button
            isIcon
            kind="ghost"
            size="small"
            aria-label={label}
            title={label}
            isBusy={update.isPending}
            onClick={stop}
          >
            <X className="ic s" aria-hidden="true" />
          </Button>
        </span>
      )}
    </li>
  )
}
