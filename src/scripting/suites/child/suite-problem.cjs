'use strict'
/** Ends a suite with a sentence for its author. */
module.exports = class SuiteProblem extends Error {}
