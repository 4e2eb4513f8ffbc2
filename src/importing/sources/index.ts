import type { Source } from '../imported.ts'
import { betterStack } from './better-stack/index.ts'
import { blackbox } from './blackbox/index.ts'
import { csv } from './csv/index.ts'
import { gatus } from './gatus/index.ts'
import { grafana } from './grafana/index.ts'
import { healthchecks } from './healthchecks/index.ts'
import { openstatus } from './openstatus/index.ts'
import { pingdom } from './pingdom/index.ts'
import { statusCake } from './statuscake/index.ts'
import { uptimeRobot } from './uptimerobot/index.ts'
import { uptimeKuma } from './uptime-kuma/index.ts'
import { urlList } from './url-list.ts'

/** In the order in which people see them. */
export const sources: readonly Source[] = [
  uptimeKuma,
  gatus,
  blackbox,
  healthchecks,
  uptimeRobot,
  betterStack,
  pingdom,
  statusCake,
  grafana,
  openstatus,
  csv,
  urlList,
]
