import type { Badge } from './badge.ts'

/** Renders a badge as SVG markup. The library is loaded with the first one: the widths of letters that it knows need 8 MB. */
export const renderBadge = async (badge: Badge): Promise<string> => (await import('./badge.ts')).renderBadge(badge)
