import type { ActionFunctionArgs } from 'react-router';
import type { RecordDefinition } from '../domain/records/define.ts';
import { removeRecords } from '../domain/records/remove.ts';
import { addRecord, updateRecord } from '../domain/records/save.ts';
import { toActionResult } from './action-result.ts';
import { actorContext, siteContext } from './context.server.ts';
import { readCommand, recordCommand } from './read-command.ts';

export function recordAction(definition: RecordDefinition) {
  return ({ request, context }: ActionFunctionArgs) => {
    const { db } = context.get(siteContext);
    const actor = context.get(actorContext);
    return toActionResult<{ key?: string; version?: number }>(async () => {
      const command = await readCommand(request, recordCommand);
      if (command.verb === 'add') return addRecord(db, actor, definition, command.input);
      if (command.verb === 'update') return updateRecord(db, actor, definition, command);
      return removeRecords(db, actor, definition, command.keys);
    });
  };
}
