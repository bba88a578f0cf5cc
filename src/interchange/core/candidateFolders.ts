import { Type } from 'typebox'
import type { Archive } from './archive.ts'
import type { ExportSet } from './exportSet.ts'
import type { Format } from './format.ts'
import type { Losses } from './losses.ts'
import { MANIFEST_NAME } from './manifest.ts'

/** For what each of several annotators submitted, a folder for each: it shows how results came about. */
const CANDIDATE_FOLDER = 'candidates/'

/** Formats that write labels alone can write those of each annotator too. */
export const withCandidates = (format: Format): Format =>
  format.write && format.files === 'optional'
    ? {
        ...format,
        options: Type.Object(
          {
            ...format.options.properties,
            candidates: Type.Optional(
              Type.Boolean({
                description: 'what each annotator of a consensus job submitted, in folders of their own',
              }),
            ),
          },
          { additionalProperties: false },
        ),
      }
    : format

/** The work of each annotator as the format writes results, in folders called A, B, C, … instead of people. */
export async function writeCandidateFolders(
  format: Format,
  set: ExportSet,
  archive: Archive,
  losses: Losses,
): Promise<void> {
  for (const { letter, jobs } of set.candidates ?? []) {
    const folder = `${CANDIDATE_FOLDER}${letter}/`
    const inside: Archive = {
      add: (name, content) => archive.add(folder + name, content),
      // The manifest says where results are.
      note() {},
      spool: () => archive.spool(),
    }
    await format.write?.({ ...set, jobs, includeFiles: false }, inside, losses)
  }
}

/** Names outside the folders of annotators, in an archive of ours: documents in those folders are not results. */
export const namesOfResults = (names: readonly string[]): readonly string[] =>
  names.includes(MANIFEST_NAME) ? names.filter((name) => !name.startsWith(CANDIDATE_FOLDER)) : names
