import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Ago } from '../../ui/time.tsx'
import { useDashboards } from './api.ts'
import type { Dashboard } from './api.ts'
import { addressOf } from './address-of.ts'

const words = lateTexts.dashboards

/** Pages for walls and for people without an account. */
export function DashboardsScreen() {
  const list = useDashboards()
  const mayCreate = useMay('createDashboard')
  return (
    <ListPage
      title={words.title}
      words={words}
      create={mayCreate ? '/boards/new' : null}
      query={list}
      textsOf={(dashboard) => [dashboard.header ?? '', addressOf(dashboard), ...dashboard.tags]}
    >
      {(dashboards) => (
        <Table isStacked>
          <TableHead columns={[words.name, words.address, words.fields.tags, words.changed]} />
          <tbody>
            {dashboards.map((dashboard) => (
              <Row key={dashboard.id} dashboard={dashboard} />
            ))}
          </tbody>
        </Table>
      )}
    </ListPage>
  )
}

const Row = ({ dashboard }: { readonly dashboard: Dashboard }) => {
  const { dashboardId, header, isPrivate, tags, created_at, updated_at } = dashboard
  return (
    <tr>
      <td>
        <span className="row wrap">
          <Link className="quiet" to="/boards/$id" params={{ id: dashboardId }}>
            <b>{header || words.one}</b>
          </Link>
          {isPrivate && <Tag>{words.private}</Tag>}
        </span>
      </td>
      <td>
        <PageLink dashboard={dashboard} />
      </td>
      <td className="long dim">{tags.length === 0 ? words.everyCheck : tags.join(', ')}</td>
      <td className="dim" data-label={words.changed}>
        <Ago at={updated_at ?? created_at} />
      </td>
    </tr>
  )
}

/** The address of the page of a dashboard, which opens beside. */
export function PageLink({ dashboard }: { readonly dashboard: Dashboard }) {
  const url = addressOf(dashboard)
  return (
    <span className="row">
      <a className="link trunc" href={url} target="_blank" rel="noreferrer">
        {url.replace(/^https?:\/\//, '')}
      </a>
      <ExternalLink className="ic s" aria-hidden="true" />
    </span>
  )
}
