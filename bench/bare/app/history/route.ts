import postgres from "postgres";

// The yardstick of `bench history`: the same rows by raw SQL, without accounts, cursors or a budget.
const sql = postgres(process.env.DATABASE_URL ?? "", { max: 10 });

export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const sessionId = query.get("session_id") ?? "";
  const limit = Number(query.get("limit") ?? 50);
  const before = query.get("before");
  const rows = before
    ? await sql`select * from chat_messages where session_id = ${sessionId} and seq < ${before} order by seq desc limit ${limit}`
    : await sql`select * from chat_messages where session_id = ${sessionId} order by seq desc limit ${limit}`;
  return Response.json({ messages: rows.reverse() });
}
