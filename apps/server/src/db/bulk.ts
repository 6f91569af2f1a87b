import { Client, type Connection, type QueryResultRow, type Submittable } from "pg";

/** Bytes of rows buffered for the reader before reading from PostgreSQL pauses. */
const MAX_WAITING_BYTES = 8 * 1024 ** 2;
/** Bytes buffered for PostgreSQL before the next rows are requested. */
const MAX_UNSENT_BYTES = 4 * 1024 ** 2;

/** A session that copies entire tables: no timeouts, and COPY in both directions. */
export interface BulkConnection {
  /** Runs a statement. int8 comes back as text. */
  query<Row extends QueryResultRow = QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** The rows of `COPY … TO STDOUT` as they arrive; read them to the end before the next statement. */
  copyOut(statement: string): AsyncIterable<Buffer>;
  /** Sends the rows of `COPY … FROM STDIN`; returns how many PostgreSQL stored. */
  copyIn(statement: string, rows: AsyncIterable<Uint8Array>): Promise<bigint>;
  close(): Promise<void>;
}

// The parts of pg for COPY that its type declarations lack.
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** The methods that pg's client calls during a COPY. */
interface Copy extends Submittable {
  handleCopyInResponse(connection: CopyConnection): void;
  handleCopyData(message: { readonly chunk: Buffer }, connection: Connection): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

/** Opens a session that copies entire tables. */
export async function openBulk(url: string, applicationName: string): Promise<BulkConnection> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  // A lost connection also rejects the running statement; it is handled there.
  client.on("error", () => undefined);
  await client.connect();
  return {
    query: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    copyOut: (statement) => copyOut(client, statement),
    copyIn: (statement, rows) => copyIn(client, statement, rows),
    close: () => client.end(),
  };
}

/** Rows buffered between PostgreSQL and their reader. */
interface Flow {
  chunks: Buffer[];
  bytes: number;
  over: boolean;
  failure: Error | undefined;
  paused: Connection["stream"] | undefined;
  wake: () => void;
}

async function* copyOut(client: Client, statement: string): AsyncGenerator<Buffer> {
  const flow: Flow = {
    chunks: [],
    bytes: 0,
    over: false,
    failure: undefined,
    paused: undefined,
    wake: () => undefined,
  };
  client.query(outgoing(statement, flow));
  for (;;) {
    const taken = flow.chunks;
    [flow.chunks, flow.bytes] = [[], 0];
    flow.paused?.resume();
    flow.paused = undefined;
    if (taken.length > 0) yield Buffer.concat(taken);
    else if (flow.failure !== undefined) throw flow.failure;
    else if (flow.over) return;
    else
      await new Promise<void>((resolve) => {
        flow.wake = resolve;
      });
  }
}

function outgoing(statement: string, flow: Flow): Copy {
  return {
    submit: (connection) => connection.query(statement),
    handleCopyInResponse: (connection) => connection.sendCopyFail("nothing is sent by a COPY TO"),
    handleCopyData: ({ chunk }, { stream }) => {
      flow.chunks.push(chunk);
      flow.bytes += chunk.length;
      if (flow.bytes > MAX_WAITING_BYTES) flow.paused = stream.pause();
      flow.wake();
    },
    handleCommandComplete: () => undefined,
    // After an error pg's client calls no other method of this object.
    handleError: (error) => {
      flow.failure = error;
      flow.wake();
    },
    handleReadyForQuery: () => {
      flow.over = true;
      flow.wake();
    },
  };
}

function copyIn(client: Client, statement: string, rows: AsyncIterable<Uint8Array>): Promise<bigint> {
  return new Promise((resolve, reject) => {
    let [taken, over]: [bigint, boolean] = [0n, false];
    const send = async (connection: CopyConnection): Promise<void> => {
      try {
        for await (const chunk of rows) {
          // PostgreSQL has refused a row and would discard all further data.
          if (over) return;
          connection.sendCopyFromChunk(chunk);
          while (connection.stream.writableLength > MAX_UNSENT_BYTES && !connection.stream.destroyed)
            await new Promise((later) => setTimeout(later, 5));
        }
        connection.endCopyFrom();
      } catch (error) {
        connection.sendCopyFail(error instanceof Error ? error.message : String(error));
      }
    };
    const copy: Copy = {
      submit: (connection) => connection.query(statement),
      handleCopyInResponse: (connection) => void send(connection),
      handleCopyData: () => undefined,
      handleCommandComplete: ({ text }) => {
        taken = BigInt(/^COPY (\d+)/u.exec(text)?.[1] ?? "0");
      },
      handleError: (error) => {
        over = true;
        reject(error);
      },
      handleReadyForQuery: () => resolve(taken),
    };
    client.query(copy);
  });
}
