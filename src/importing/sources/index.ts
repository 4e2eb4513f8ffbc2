import type { Source } from '../imported.ts'
import { urlList } from './url-list.ts'

/** In the order in which people see them. */
export const sources: readonly Source[] = [urlList]
