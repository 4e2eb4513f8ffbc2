import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import type { PageSummary } from './api.ts'
import { addressOf, DomainState, PageState, PrivateMark } from './page-state.tsx'

const words = lateTexts.statusPages

export const PageTable = ({ pages }: { readonly pages: readonly PageSummary[] }) => (
  <Table isStacked>
    <TableHead
      columns={[words.name, words.state, words.address, words.domain.title, words.subscribers.title, words.form]}
    />
    <tbody>
      {pages.map((page) => (
        <Row key={page.id} page={page} />
      ))}
    </tbody>
  </Table>
)

const Row = ({ page }: { readonly page: PageSummary }) => (
  <tr>
    <td>
      <span className="row wrap">
        <Link className="quiet anywhere" to="/status-pages/$id" params={{ id: page.id }}>
          <b>{page.name}</b>
        </Link>
        {page.isPrivate && <PrivateMark />}
      </span>
    </td>
    <td>
      <PageState state={page.state} />
    </td>
    <td>
      <a
        className="link mono small anywhere"
        href={addressOf(page.url)}
        target="_blank"
        rel="noreferrer"
        aria-label={`/status/${page.url} ${words.opens}`}
      >
        /status/{page.url}
      </a>
    </td>
    <td className="dim">
      {page.customDomain !== null && (
        <span className="row wrap">
          <span className="mono small anywhere">{page.customDomain}</span>
          {page.domainStatus !== null && <DomainState status={page.domainStatus} />}
        </span>
      )}
    </td>
    <td className="dim">
      {formatNumber(page.verifiedSubscribers)}
      {page.pendingSubscribers > 0 && (
        <span className="mute small"> {words.subscribers.pendingCount(page.pendingSubscribers)}</span>
      )}
    </td>
    <td className="mute small">{words.versions[page.version]}</td>
  </tr>
)

/** Opens the page as its readers see it. */
export const OpenPage = ({ url }: { readonly url: string }) => (
  <Button kind="ghost" asChild>
    <a href={addressOf(url)} target="_blank" rel="noreferrer">
      <ExternalLink className="ic s" aria-hidden="true" />
      {words.open}
    </a>
  </Button>
)
