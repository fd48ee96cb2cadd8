import postgres from "postgres";

const sql = postgres(process.env.DATABASE_URL ?? "", { max: 10 });

export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const rows = await sql`
    select id, seq, left(text, 160) as preview, created_at from chat_messages
    where session_id = ${query.get("session_id") ?? ""} and role = 'user' order by seq desc limit ${Number(query.get("limit") ?? 50)}`;
  return Response.json({ turns: rows });
}
