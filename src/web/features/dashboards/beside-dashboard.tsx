import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Note } from '../../ui/note.tsx'
import { Pane } from '../../ui/pane.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { addressOf } from './address-of.ts'
import { useDeleteDashboard, useRenewKey } from './api.ts'
import type { Dashboard } from './api.ts'
import { PageLink } from './dashboards-screen.tsx'
import { freshKeyOf } from './fresh-keys.ts'
import { IncidentPane } from './incident-pane.tsx'

const words = lateTexts.dashboards

interface BesideProps {
  readonly dashboard: Dashboard
  readonly mayChange: boolean
}

/** Where the page is, who may open it, and its incidents. */
export const BesideDashboard = (props: BesideProps) => (
  <>
    <Address {...props} />
    <IncidentPane {...props} />
    {props.mayChange && <Delete {...props} />}
  </>
)

const Address = ({ dashboard, mayChange }: BesideProps) => (
  <Pane title={words.sections.access}>
    <div className="padx pb stack">
      <PageLink dashboard={dashboard} />
      {dashboard.isPrivate ? (
        <Key dashboard={dashboard} mayChange={mayChange} />
      ) : (
        <p className="small mute">{words.publicText}</p>
      )}
    </div>
  </Pane>
)

function Key({ dashboard, mayChange }: BesideProps) {
  const { dashboardId, keys } = dashboard
  const renew = useRenewKey()
  const [fresh, setFresh] = useState(freshKeyOf(dashboardId))
  const shown = fresh ?? freshKeyOf(dashboardId)
  return (
    <>
      {shown !== null && (
        <Note kind="passing" role="status">
          <div className="grow stack">
            <CodeBlock label={words.key} text={shown} />
            <CodeBlock label={words.linkWithKey} text={`${addressOf(dashboard)}?key=${shown}`} />
            <p className="small">{words.keyShownOnce}</p>
          </div>
        </Note>
      )}
      {keys.map(({ id, maskedKey }) => (
        <div key={id} className="row wrap">
          <span className="label">{words.key}</span>
          <code>{maskedKey}</code>
          {mayChange && (
            <DeleteButton
              title={words.newKeyTitle}
              text={words.newKeyText}
              label={words.newKey}
              onDelete={() => void renew(dashboardId).then(() => setFresh(freshKeyOf(dashboardId)), toastError)}
            />
          )}
        </div>
      ))}
    </>
  )
}

function Delete({ dashboard: { dashboardId, header } }: BesideProps) {
  const navigate = useNavigate()
  const remove = useDeleteDashboard()
  return (
    <div className="pane pad">
      <DeleteButton
        title={words.deleteTitle(header)}
        text={words.deleteText}
        onDelete={() => void remove(dashboardId, () => navigate({ to: '/boards' })).catch(toastError)}
      />
    </div>
  )
}
