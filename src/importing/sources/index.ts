import type { Source } from '../imported.ts'
import { uptimeKuma } from './uptime-kuma/index.ts'
import { urlList } from './url-list.ts'

/** In the order in which people see them. */
export const sources: readonly Source[] = [uptimeKuma, urlList]
