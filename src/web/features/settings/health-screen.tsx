import { Link } from '@tanstack/react-router'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { Loaded } from '../../ui/states.tsx'
import { Glyph, StatusLine, stateClass } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Since } from '../../ui/time.tsx'
import { useServiceHealth } from './api.ts'
import type { Health } from './api.ts'
import styles from './health-screen.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { StateBand } from '../../ui/state-band.tsx'
import { Table } from '../../ui/table.tsx'

const words = lateTexts.health
const title = lateTexts.setup.settings.health

type Finding = Health['findings'][number]

const glyphs = { OK: 'PASSING', DEGRADED: 'DEGRADED', FAILING: 'FAILING' } as const satisfies Record<
  Finding['state'],
  State
>
const summaries = {
  OK: lateTexts.setup.settings.healthy,
  DEGRADED: lateTexts.setup.settings.unhealthy,
  FAILING: words.failing,
} as const
const scopes = ['ACCOUNT', 'INSTALLATION'] as const
const worstFirst = ['FAILING', 'DEGRADED', 'OK'] as const

/** The health findings of the account and the installation, with duration and advice. */
export const HealthScreen = () => (
  <SettingsFrame title={title}>
    <ServiceHealth />
  </SettingsFrame>
)

function ServiceHealth() {
  const health = useServiceHealth()
  return (
    <Loaded query={health}>
      {({ status, findings }) => (
        <>
          <StateBand state={glyphs[status]} sentence={summaries[status]} role="status" />
          {scopes.map((scope) => (
            <Findings
              key={scope}
              label={words.scopes[scope]}
              findings={worstFirst.flatMap((state) =>
                findings.filter((finding) => finding.scope === scope && finding.state === state),
              )}
            />
          ))}
        </>
      )}
    </Loaded>
  )
}

const Findings = ({ label, findings }: { readonly label: string; readonly findings: readonly Finding[] }) => (
  <Table isFlat isStacked className="mt16" tabIndex={0} aria-label={label}>
    <thead>
      <tr>
        <th scope="col" className={styles.name}>
          {label}
        </th>
        <th scope="col" className={styles.state}>
          {texts.checks.state}
        </th>
        <th scope="col">{words.found}</th>
      </tr>
    </thead>
    <tbody>
      {findings.map((finding) => (
        <Row key={`${finding.name} ${finding.resource?.id ?? ''}`} finding={finding} />
      ))}
    </tbody>
  </Table>
)

/** The values that are words of the service. */
const isSaid: ReadonlySet<string> = new Set(['progress', 'reason'])

/** In the language of the page; the service says it in English. */
function textOf({ code, text, values }: Finding['messages'][number]): string {
  const own = words.messages[code]
  const valueOf = (place: string, name: string): string => {
    const value = String(values[name] ?? place)
    return isSaid.has(name) ? reasonText(value) : value
  }
  return own === undefined ? text : own.replaceAll(/\{(\w+)\}/g, valueOf)
}

const Row = ({ finding }: { readonly finding: Finding }) => {
  const { name, state, messages, details, meaning, advice, since, resource } = finding
  return (
    <tr>
      <td title={words.meanings[name] ?? meaning}>
        <b>{words.names[name] ?? name}</b>
      </td>
      <td>
        <StatusLine className={stateClass[glyphs[state]]}>
          <Glyph state={glyphs[state]} />
          {words.states[state]}
        </StatusLine>
      </td>
      <td className={styles.findings}>
        {messages.map(textOf).join(' ')}
        {since && (
          <span className="mute">
            {' '}
            {words.sinceLabel} <Since at={since} />
          </span>
        )}
        {details.map((detail) => (
          <p key={detail.text} className="mute">
            {textOf(detail)}
          </p>
        ))}
        {state !== 'OK' && <p className="mute">{words.advice[name] ?? advice}</p>}
        {resource && <ResourceLink resource={resource} />}
      </td>
    </tr>
  )
}

const ResourceLink = ({ resource: { type, id } }: { readonly resource: NonNullable<Finding['resource']> }) => (
  <Link className="link" to={type === 'ALERT_CHANNEL' ? '/channels/$id' : '/locations/$id'} params={{ id }}>
    {words.look[type]}
  </Link>
)
