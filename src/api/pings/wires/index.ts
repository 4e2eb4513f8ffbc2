import { gatus } from './gatus.ts'
import { healthchecks } from './healthchecks.ts'
import { betterStack, cronitor, sentryCrons, statusCake } from './other-tools.ts'
import { uptimeKuma } from './uptime-kuma.ts'
import type { Wire } from './wire.ts'

/** The ways in which jobs ping other tools, so that only the address has to change. */
export const wires: readonly Wire[] = [healthchecks, uptimeKuma, gatus, betterStack, cronitor, sentryCrons, statusCake]
