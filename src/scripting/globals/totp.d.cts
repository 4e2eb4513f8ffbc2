export function offerTotp(packages: NodeJS.Require, offsetMs: number, machineTime?: () => number): void
