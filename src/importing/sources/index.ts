import type { Source } from '../imported.ts'
import { autokuma } from './autokuma/index.ts'
import { betterStack } from './better-stack/index.ts'
import { blackbox } from './blackbox/index.ts'
import { csv } from './csv/index.ts'
import { datadog } from './datadog/index.ts'
import { gatus } from './gatus/index.ts'
import { grafana } from './grafana/index.ts'
import { har } from './har/index.ts'
import { healthchecks } from './healthchecks/index.ts'
import { httpFiles } from './http-files/index.ts'
import { openapi } from './openapi/index.ts'
import { openstatus } from './openstatus/index.ts'
import { pingdom } from './pingdom/index.ts'
import { postman } from './postman/index.ts'
import { statusCake } from './statuscake/index.ts'
import { uptimeKuma } from './uptime-kuma/index.ts'
import { uptimeRobot } from './uptimerobot/index.ts'
import { urlList } from './url-list.ts'

/** In the order in which people see them. */
export const sources: readonly Source[] = [
  uptimeKuma,
  autokuma,
  gatus,
  blackbox,
  healthchecks,
  uptimeRobot,
  betterStack,
  pingdom,
  statusCake,
  grafana,
  datadog,
  openstatus,
  postman,
  openapi,
  httpFiles,
  har,
  csv,
  urlList,
]
