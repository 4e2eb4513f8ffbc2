import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NavEntry } from './nav.tsx'

/** Whether an address is on the page of an entry, or below it. */
export const isCurrent = ({ to }: NavEntry, pathname: string): boolean => {
  if (to === '/') return pathname === '/'
  if (to === '/settings') return pathname.startsWith('/settings') && !pathname.startsWith('/settings/variables')
  return pathname === to || pathname.startsWith(`${to}/`)
}

/** A link to a page, which says whether that is the current one. */
export const NavLink = ({
  entry,
  pathname,
  children,
}: {
  readonly entry: NavEntry
  readonly pathname: string
  readonly children?: ReactNode
}) => (
  <Link
    to={entry.to}
    title={entry.label}
    aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
    activeProps={{}}
    activeOptions={{ exact: true }}
  >
    <entry.icon className="ic" aria-hidden="true" />
    {entry.label}
    {children}
  </Link>
)
