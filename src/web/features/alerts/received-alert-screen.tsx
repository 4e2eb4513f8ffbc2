import { Link, useParams } from '@tanstack/react-router'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Moment } from '../../ui/time.tsx'
import { useReceivedAlert } from './api.ts'
import type { ReceivedAlert } from './api.ts'
import { ReceivedActions } from './received-actions.tsx'
import { ReceivedState } from './received-alert-table.tsx'

const words = lateTexts.receivedAlerts

/** One alert of another tool, whole. */
export function ReceivedAlertScreen() {
  const { id } = useParams({ strict: false })
  const query = useReceivedAlert(id ?? '')
  return (
    <LoadedPage query={query} title={words.alert} list={{ to: '/alerts', title: texts.alerts.title }}>
      {(alert) => <Whole alert={alert} />}
    </LoadedPage>
  )
}

const Whole = ({ alert }: { readonly alert: ReceivedAlert }) => (
  <Page
    title={alert.name}
    crumbs={
      <>
        <Link to="/alerts" search={{ tab: 'received' }}>
          {texts.alerts.title}
        </Link>{' '}
        /
      </>
    }
    actions={
      <>
        <ReceivedActions alert={alert} />
        {alert.link !== null && (
          <Button asChild>
            <a href={alert.link} target="_blank" rel="noreferrer">
              {words.openThere}
            </a>
          </Button>
        )}
      </>
    }
  >
    <div className="pad stack gap12">
      <ReceivedState alert={alert} />
      {alert.summary !== '' && <p className="anywhere">{alert.summary}</p>}
      <Times alert={alert} />
      <Texts title={words.labels} texts={alert.labels} />
      <Texts title={words.annotations} texts={alert.annotations} />
    </div>
  </Page>
)

function Times({ alert }: { readonly alert: ReceivedAlert }) {
  const { sourceName, startedAt, endedAt, expiresAt, lastReceivedAt, acknowledgedBy, acknowledgementNote } = alert
  const attention = acknowledgedBy && words.acknowledgedBy(acknowledgedBy)
  return (
    <KeyValues>
      <dt>{words.from}</dt>
      <dd>{sourceName}</dd>
      <Time name={words.since} at={startedAt} />
      <Time name={words.lasted} at={endedAt} />
      <Time name={words.lastReceived} at={lastReceivedAt} />
      <Time name={words.expires} at={expiresAt} />
      {attention && (
        <>
          <dt>{attention}</dt>
          <dd>{acknowledgementNote ?? ''}</dd>
        </>
      )}
      <dt>{words.fingerprint}</dt>
      <dd className="mono anywhere">{alert.fingerprint}</dd>
    </KeyValues>
  )
}

const Time = ({ name, at }: { readonly name: string; readonly at: string | null }) =>
  at !== null && (
    <>
      <dt>{name}</dt>
      <dd>
        <Moment at={at} />
      </dd>
    </>
  )

function Texts({ title, texts: given }: { readonly title: string; readonly texts: Readonly<Record<string, string>> }) {
  const entries = Object.entries(given)
  if (entries.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <KeyValues>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd className="anywhere">{value}</dd>
          </div>
        ))}
      </KeyValues>
    </section>
  )
}
