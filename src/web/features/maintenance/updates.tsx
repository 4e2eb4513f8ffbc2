import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Prose } from '../../ui/prose.tsx'
import { reportOutcome } from '../../ui/report-outcome.ts'
import { Moment } from '../../ui/time.tsx'
import { useWindowChanges } from './api.ts'
import type { Maintenance } from './api.ts'
import { UpdateDialog } from './update-dialog.tsx'

const words = lateTexts.maintenanceWindows

interface UpdatesProps {
  readonly windowId: number
  readonly maintenance: Maintenance
  readonly mayChange: boolean
}

/** The updates of a published maintenance, newest first. */
export function Updates({ windowId, maintenance, mayChange }: UpdatesProps) {
  const { removeUpdate } = useWindowChanges(windowId)
  const [edited, setEdited] = useState<Maintenance['updates'][number] | 'new' | null>(null)
  return (
    <div className="stack">
      <div className="row">
        <span className="label">{words.updates}</span>
        {mayChange && (
          <span className="end">
            <Button size="small" onClick={() => setEdited('new')}>
              {words.post}
            </Button>
          </span>
        )}
      </div>
      {maintenance.updates.length === 0 && <p className="small mute">{words.noUpdates}</p>}
      {maintenance.updates.map((update) => (
        <div key={update.id} className="stack gap4">
          <div className="row wrap">
            <b className="grow">{words.statuses[update.status]}</b>
            <span className="small mute">
              <Moment at={update.created_at} />
            </span>
            {mayChange && (
              <Button
                kind="ghost"
                size="small"
                aria-label={words.editUpdateOf(words.statuses[update.status])}
                onClick={() => setEdited(update)}
              >
                {texts.common.edit}
              </Button>
            )}
            {mayChange && (
              <DeleteButton
                title={words.removeUpdateTitle}
                text={words.removeUpdateText}
                label={words.removeUpdate}
                onDelete={() => reportOutcome(removeUpdate(maintenance.id, update.id), words.removeUpdate)}
              />
            )}
          </div>
          <Prose text={update.description} html={update.html ?? null} />
        </div>
      ))}
      {edited !== null && (
        <UpdateDialog
          windowId={windowId}
          maintenance={maintenance}
          update={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}
