import type { DataProvider, GetListParams, Identifier, QueryFunctionContext, RaRecord } from "react-admin";
import type { DeskCallSpec } from "@lotus/contract/desk";
import type { CallDesk, CallOptions } from "../api/desk-client.ts";
import { CursorBook } from "./cursor-book.ts";
import { RESOURCES, type DeskResource } from "./resources.ts";

/** The reply of every list of the contract. */
interface ListReply {
  readonly list: RaRecord[];
  readonly nextCursor: string | null;
  readonly total?: number;
}

/**
 * Lists and records for react-admin, read by the calls of the contract. It is read-only: changes are actions with a
 * button, a reason and an audit row, never a saved form.
 */
export function createDataProvider(call: CallDesk): DataProvider {
  const book = new CursorBook();
  // The call is known only at run time; the table of resources pairs each with its filters.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const callAny = call as unknown as (
    spec: DeskCallSpec,
    input: object,
    options: CallOptions,
  ) => Promise<unknown>;

  const getList = async (name: string, params: GetListParams & QueryFunctionContext) => {
    const { list, within, queue } = resourceOf(name);
    const { page = 1, perPage = 25 } = params.pagination ?? {};
    const { path, query } = split(params.filter, within);
    if (queue !== undefined && Object.entries(queue).every(([key, value]) => query[key] === value))
      query["order"] = "oldest";
    const known = JSON.stringify([name, path, query, perPage]);
    let total: number | undefined;
    const found = await book.read(known, page, async (cursor) => {
      const input = {
        ...path,
        ...(list.query !== undefined && { query: { ...query, cursor, pageSize: perPage } }),
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const reply = (await callAny(list, input, { signal: params.signal })) as ListReply;
      total = reply.total;
      return { items: reply.list, next: reply.nextCursor ?? undefined };
    });
    // On the last page the total is known even if the server does not count.
    if (found.next === undefined) total ??= (page - 1) * perPage + found.items.length;
    return {
      data: [...found.items],
      ...(total === undefined ? { pageInfo: { hasNextPage: true, hasPreviousPage: page > 1 } } : { total }),
    };
  };

  const getOne = async (name: string, id: Identifier, signal?: AbortSignal) => {
    const { one } = resourceOf(name);
    if (one === undefined) throw new Error(`${name} has no records of its own`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await callAny(one, { params: { id: String(id) } }, { signal })) as RaRecord;
  };

  const refuse = (): Promise<never> => Promise.reject(new Error("the desk changes things by actions only"));
  // react-admin lets the caller choose the record's type; the contract defines it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return {
    supportAbortSignal: true,
    getList,
    getOne: async (name: string, { id, signal }: { id: Identifier; signal?: AbortSignal }) => ({
      data: await getOne(name, id, signal),
    }),
    getMany: async (name: string, { ids }: { ids: Identifier[] }) => ({
      data: await Promise.all(ids.map((id) => getOne(name, id))),
    }),
    getManyReference: (
      name: string,
      { target, id, ...params }: GetListParams & { target: string; id: Identifier },
    ) => getList(name, { ...params, filter: { ...params.filter, [target]: id } }),
    create: refuse,
    update: refuse,
    updateMany: refuse,
    delete: refuse,
    deleteMany: refuse,
  } as DataProvider;
}

function resourceOf(name: string): DeskResource {
  const found = Object.entries(RESOURCES).find(([known]) => known === name);
  if (found === undefined) throw new Error(`the desk lists no ${name}`);
  return found[1];
}

/** Separates the filter that goes into the path from those of the query. Empty filters are dropped. */
function split(filter: unknown, within: string | undefined) {
  const query: Record<string, unknown> = {};
  let params: { id: string } | undefined;
  for (const [key, value] of Object.entries(filter ?? {})) {
    if (key === within) params = { id: String(value) };
    else if (value !== "" && value !== null && value !== undefined) query[key] = value;
  }
  return { path: params === undefined ? {} : { params }, query };
}
