import postgres from "postgres";

const sql = postgres(process.env.DATABASE_URL ?? "", { max: 10 });

export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const rows = await sql`
    select * from chat_sessions where user_id = ${query.get("user_id") ?? ""} and workspace_id = ${query.get("workspace_id") ?? ""}
      and deleted_at is null and archived_at is null
    order by updated_at desc, id desc limit ${Number(query.get("limit") ?? 20)}`;
  return Response.json({ sessions: rows });
}
