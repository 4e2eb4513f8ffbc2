import {
  Bell,
  CalendarClock,
  Bug,
  ChartLine,
  ChartNoAxesColumn,
  Flag,
  FlaskConical,
  FolderTree,
  House,
  MonitorCheck,
  MapPin,
  PanelsTopLeft,
  Settings,
  Variable,
  Webhook,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { texts } from '../strings/index.ts'

export interface NavEntry {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  /** Whether it is in the bar of narrow windows; the others are behind "More". */
  readonly isShort?: true
}

const { nav } = texts.shell

/** The entries of the sidebar, in groups. */
export const navGroups: readonly { readonly label: string | null; readonly entries: readonly NavEntry[] }[] = [
  {
    label: null,
    entries: [
      { to: '/', label: nav.home, icon: House, isShort: true },
      { to: '/checks', label: nav.checks, icon: ChartNoAxesColumn, isShort: true },
      { to: '/alerts', label: nav.alerts, icon: Bell, isShort: true },
      { to: '/errors', label: nav.errors, icon: Bug },
      { to: '/test-sessions', label: nav.testSessions, icon: FlaskConical },
      { to: '/reports', label: nav.reports, icon: ChartLine },
    ],
  },
  {
    label: texts.shell.communicate,
    entries: [
      { to: '/incidents', label: nav.incidents, icon: Flag, isShort: true },
      { to: '/maintenance', label: nav.maintenance, icon: CalendarClock },
      { to: '/status-pages', label: nav.statusPages, icon: PanelsTopLeft },
      { to: '/boards', label: nav.dashboards, icon: MonitorCheck },
    ],
  },
  {
    label: texts.shell.setUp,
    entries: [
      { to: '/channels', label: nav.channels, icon: Webhook },
      { to: '/groups', label: nav.groups, icon: FolderTree },
      { to: '/locations', label: nav.locations, icon: MapPin },
      { to: '/settings/variables', label: nav.variables, icon: Variable },
      { to: '/settings', label: nav.settings, icon: Settings },
    ],
  },
]
