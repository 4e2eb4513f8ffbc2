import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Pane } from '../../ui/pane.tsx'
import { Glyph } from '../../ui/status.tsx'
import { texts } from '../../strings/index.ts'
import { Since } from '../../ui/time.tsx'
import { useCheckRows } from './api.ts'
import type { Incident } from './api.ts'
import { ChangeChecks } from './change-checks.tsx'
import { useHandled } from './use-handled.ts'

const words = lateTexts.incidents

interface CauseProps {
  readonly incident: Incident
  readonly mayChange: boolean
}

/** The checks behind an incident, and whether they or a person resolve it. */
export function Cause({ incident, mayChange }: CauseProps) {
  const rows = new Map(
    useCheckRows(incident.checks.map(({ id }) => id)).data?.entries.map((row) => [row.id, row] as const),
  )
  return (
    <Pane title={words.cause} end={mayChange && <Changes incident={incident} />}>
      <div className="padx pb stack gap12">
        {incident.checks.length > 0 && (
          <ul className="stack">
            {incident.checks.map(({ id, name, isFailing }) => {
              const row = rows.get(id)
              const state = row?.state ?? (isFailing ? 'FAILING' : 'PASSING')
              return (
                <li key={id}>
                  <div className="row">
                    <Glyph state={state} />
                    <Link className="quiet grow anywhere" to="/checks/$id" params={{ id }}>
                      {name}
                    </Link>
                    <Link className="link small nw" to="/checks/$id" params={{ id }} search={{ tab: 'alerts' }}>
                      {words.alertsOf}
                    </Link>
                  </div>
                  <div className="mute small">
                    {texts.common.state[state]} {row?.since && <Since at={row.since} />}
                  </div>
                </li>
              )
            })}
          </ul>
        )}
        <Resolution incident={incident} mayChange={mayChange} />
      </div>
    </Pane>
  )
}

function Changes({ incident }: { readonly incident: Incident }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="end">
      <Button size="small" aria-label={`${words.change}: ${words.cause}`} onClick={() => setOpen(true)}>
        {words.change}
      </Button>
      {isOpen && <ChangeChecks incident={incident} onClose={() => setOpen(false)} />}
    </span>
  )
}

/** Who resolves it; a person may take it over from its check, and hand it back. */
function Resolution({ incident, mayChange }: CauseProps) {
  const { isBusy, takeOver } = useHandled(incident)
  const { openedBy, takenOverAt } = incident
  if (incident.status === 'RESOLVED') return null
  if (openedBy === null) return <p className="mute small">{words.byPerson}</p>
  const isTakenOver = takenOverAt !== null
  return (
    <>
      <p className="small">{isTakenOver ? words.held : automaticText(openedBy)}</p>
      {mayChange && takeOver && (
        <div>
          <Button size="small" isBusy={isBusy} onClick={takeOver.run}>
            {takeOver.label}
          </Button>
          <p className="mute small mt4">{isTakenOver ? words.handBackText : words.takeOverText}</p>
        </div>
      )}
    </>
  )
}

type Opener = NonNullable<Incident['openedBy']>

const automaticText = ({ checkName, ruleName }: Opener): string =>
  ruleName === null ? words.automatic(checkName ?? words.deletedCheck) : words.automaticRule(ruleName)
